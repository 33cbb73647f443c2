"""MTurk's columns: of the table that a batch is made from, and of the results that come back."""

RESULTS = (
    *("HITId", "HITTypeId", "Title", "Description", "Keywords", "Reward", "CreationTime", "MaxAssignments"),
    *("RequesterAnnotation", "AssignmentDurationInSeconds", "AutoApprovalDelayInSeconds", "Expiration"),
    *("NumberOfSimilarHITs", "LifetimeInSeconds", "AssignmentId", "WorkerId", "AssignmentStatus", "AcceptTime"),
    *("SubmitTime", "AutoApprovalTime", "ApprovalTime", "RejectionTime", "RequesterFeedback", "WorkTimeInSeconds"),
    *("LifetimeApprovalRate", "Last30DaysApprovalRate", "Last7DaysApprovalRate"),
)
HEIM_NAMES = {  # HEIM's names of its questions in the columns Answer.NAME.OPTION.on
    "image_text_alignment_human": "alignment",
    "originality_human": "originality",
    "clear_subject_human": "subject",
    "aesthetics_human": "aesthetics",
    "photorealism_human": "photorealism",
    "copyright_human": "copyright",
}
FEE, MANY_FEE, MANY = 0.20, 0.20, 10  # MTurk takes 20 %, and 20 % more from ten assignments a task on

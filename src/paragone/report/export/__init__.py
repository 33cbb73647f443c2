"""The numbers of a run as files for papers and programs."""

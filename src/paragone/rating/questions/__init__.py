"""What people are asked: kinds of question, and the sets that papers asked."""

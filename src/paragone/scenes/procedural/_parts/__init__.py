"""What the models of things are built from: shapes, their joints, and what vehicles share."""

"""What commands share on screen: layout, formats, progress, help."""

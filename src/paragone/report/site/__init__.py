"""The static site: pages to HTML and JSON, thumbnails, files, upload."""

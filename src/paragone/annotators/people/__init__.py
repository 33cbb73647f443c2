"""What images of people show: perceived gender presentation, clothes and skin tone."""

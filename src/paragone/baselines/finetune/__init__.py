"""Fine-tuning of diffusers pipelines on PaintSkills scenes, whole or by LoRA, as DALL-Eval does."""

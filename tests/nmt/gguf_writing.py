"""A Qwen2 of the tests as a GGUF file, tensor by tensor as llama.cpp names them."""

from pathlib import Path
from typing import Any

_LAYER = {
    "input_layernorm.weight": "attn_norm.weight",
    "post_attention_layernorm.weight": "ffn_norm.weight",
    "self_attn.o_proj.weight": "attn_output.weight",
    **{f"self_attn.{x}_proj.{kind}": f"attn_{x}.{kind}" for x in "qkv" for kind in ("weight", "bias")},
    **{f"mlp.{x}_proj.weight": f"ffn_{x}.weight" for x in ("gate", "up", "down")},
}  # fmt: skip
_WHOLE = {
    "model.embed_tokens.weight": "token_embd.weight",
    "model.norm.weight": "output_norm.weight",
    "lm_head.weight": "output.weight",
}


def write_gguf(folder: Path, path: Path, *, bits: int = 32) -> None:
    """Writes what is in a folder of `save_pretrained`; matrices in 8 bits if so wished."""
    import gguf
    import transformers

    network = transformers.AutoModelForCausalLM.from_pretrained(folder)
    out = gguf.GGUFWriter(path, "qwen2")
    _describe(out, network.config)
    _vocabulary(out, transformers.AutoTokenizer.from_pretrained(folder), network.config.vocab_size)
    for name, weight in network.state_dict().items():
        values = weight.float().numpy()
        if bits == 8 and values.ndim == 2:
            kind = gguf.GGMLQuantizationType.Q8_0
            packed = gguf.quants.quantize(values, kind)
            out.add_tensor(_name(name), packed, raw_dtype=kind)
        else:
            out.add_tensor(_name(name), values)
    path.parent.mkdir(parents=True, exist_ok=True)
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()


def _name(weight: str) -> str:
    if weight in _WHOLE:
        return _WHOLE[weight]
    number, _, rest = weight.removeprefix("model.layers.").partition(".")
    return f"blk.{number}.{_LAYER[rest]}"


def _describe(out: Any, config: Any) -> None:
    out.add_block_count(config.num_hidden_layers)
    out.add_context_length(config.max_position_embeddings)
    out.add_embedding_length(config.hidden_size)
    out.add_feed_forward_length(config.intermediate_size)
    out.add_head_count(config.num_attention_heads)
    out.add_head_count_kv(config.num_key_value_heads)
    out.add_rope_freq_base(config.rope_parameters["rope_theta"])
    out.add_layer_norm_rms_eps(config.rms_norm_eps)
    out.add_vocab_size(config.vocab_size)


def _vocabulary(out: Any, tokenizer: Any, size: int) -> None:
    import json

    import gguf

    by_number = {number: token for token, number in tokenizer.get_vocab().items()}
    special = set(tokenizer.all_special_ids)
    tokens = [by_number.get(i, f"[PAD{i}]") for i in range(size)]
    types = [
        gguf.TokenType.CONTROL if i in special
        else gguf.TokenType.NORMAL if i in by_number else gguf.TokenType.UNUSED
        for i in range(size)
    ]  # fmt: skip
    merges = json.loads(tokenizer.backend_tokenizer.to_str())["model"]["merges"]
    out.add_tokenizer_model("gpt2")
    out.add_tokenizer_pre("qwen2")
    out.add_token_list(tokens)
    out.add_token_types(types)
    out.add_token_merges([" ".join(pair) for pair in merges])
    out.add_eos_token_id(tokenizer.eos_token_id)
    out.add_bos_token_id(0)
    out.add_pad_token_id(0)
    out.add_add_bos_token(False)
    out.add_chat_template(tokenizer.chat_template)

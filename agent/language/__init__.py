"""Texts themselves: their characters, words, sentences, languages and translations."""

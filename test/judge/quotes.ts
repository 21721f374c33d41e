/** Quotes that prove checks: as a model that copies carefully gives them, another one for every second check. */

/**
 * Returns a quote of the text.
 *
 * @param text - What is quoted.
 * @param place - The check's place among the checks.
 * @returns At least two words, or four characters of a text without spaces; the whole text where it is shorter.
 */
export function quoteAt(text: string, place: number): string {
  const quotes = quotesIn(text);
  return quotes[Math.floor(place / 2) % quotes.length] ?? text.trim();
}

function quotesIn(text: string): string[] {
  const words = [...text.matchAll(/\S*[\p{L}\p{N}]\S*/gu)].map((word) => ({
    from: word.index,
    to: word.index + word[0].length,
  }));
  const pieces = words.length > 1 ? words : [...text].map((_, at) => ({ from: at, to: at + 1 }));
  const least = words.length > 1 ? 2 : 4;
  const quotes: string[] = [];
  for (let length = least; length <= pieces.length && quotes.length < 20; length += 1)
    for (let first = 0; first + length <= pieces.length && quotes.length < 20; first += 1)
      quotes.push(text.slice(pieces[first]!.from, pieces[first + length - 1]!.to));
  return quotes;
}

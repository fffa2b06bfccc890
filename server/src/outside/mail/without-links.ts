/**
 * A text in which mail programs find no link. They make one of `https://evil.test`, `www.evil.test`, `evil.test/x` and
 * `pay@evil.test`, and people choose their names themselves. A space after the dot is enough, and is what 'St.John'
 * wants anyway; initials ('J.R.', 'a.m.') and numbers ('20.50') stay. rule: letter-texts
 */
export function withoutLinks(text: string): string {
  return text
    .replace(/:\/\/+/g, ': ')
    .replace(/(?<=\bwww\d*[.\u3002\uFF0E\uFF61])(?=\S)/giu, ' ')
    .replace(/(?<=\S[.\u3002\uFF0E\uFF61])(?=\p{L}[\p{L}\p{M}\p{N}-])/gu, ' ')
    .replace(/(?<=\d\.\d+\.\d+\.)(?=\d)/g, ' ')
}

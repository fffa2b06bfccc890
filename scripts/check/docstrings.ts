/** The first words of a docstring that refers to the one before it, or that has no subject of its own. */
const DEPENDENT_START = /\/\*\*\s+(?:\*\s+)?(The same|Those|Of|Both|Others|Who|What)\b/g

/** The docstrings of a source file that begin with one of these words, so that they cannot be read alone. */
export function dependentDocstringsOf(file: string, text: string): string[] {
  return Array.from(text.matchAll(DEPENDENT_START), ({ index, 1: start }) => {
    const line = text.slice(0, index).split('\n').length
    return `${file}:${line}: a docstring that begins with '${start}' (STYLE.md: "Plain technical English")`
  })
}

import { importsOf } from '../check/layers.ts'

/**
 * The files whose lint can differ from that of before: each that is new, changed or gone, and each file that imports
 * one of them, directly or through others. Without hashes of before these are all files.
 */
export function filesToLint(
  texts: ReadonlyMap<string, string>,
  hashes: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): string[] {
  const importers = new Map<string, string[]>()
  for (const [file, text] of texts)
    for (const { target } of importsOf(file, text))
      importers.set(target, [...(importers.get(target) ?? []), file])
  const found = new Set<string>()
  const waiting = [...new Set([...Object.keys(hashes), ...Object.keys(before)])].filter(
    (file) => hashes[file] !== before[file],
  )
  // What a file declares of other modules holds everywhere, without an import.
  const declares = (file: string) =>
    file.endsWith('.d.ts') || /^declare (module|global)/m.test(texts.get(file) ?? '')
  if (waiting.some(declares)) waiting.push(...texts.keys())
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    waiting.push(...(importers.get(file) ?? []))
  }
  return [...found].filter((file) => texts.has(file) && !file.endsWith('.json'))
}

import { posix } from 'node:path'

/** The most files of a folder; one with more is divided into folders for its parts. */
export const FILES_MAX = 25

/** Returns one line for each folder of these files that has too many of them. */
export function fullFolders(files: readonly string[]): string[] {
  return [...filesByFolder(files)]
    .filter(([, count]) => count > FILES_MAX)
    .map(([folder, count]) => `${folder} has ${count} files (at most ${FILES_MAX})`)
}

/** Counts the files of each folder, without those of the folders in it. */
export function filesByFolder(files: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const file of files) {
    const folder = posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}

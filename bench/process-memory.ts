import { readFileSync } from 'node:fs'
import { processTree } from '../tools/embedded-postgres/process-life.ts'

/** A process of Linux with its memory in kB. */
export type ProcessMemory = {
  pid: number
  command: string
  resident: number
  /** Kilobytes, with memory that several processes share divided equally among them. */
  proportional: number
  /** The part of `proportional` that is not files: only processes of one tree share it, such as PostgreSQL's. */
  withoutFiles: number
  /** The resident parts of files, such as programs and libraries, by path. */
  files: Map<string, number>
}

/** Files that exist only in memory. */
const SHARED_MEMORY = /^\/(dev\/(zero|shm)|SYSV|memfd)/

/** The process and all that it started, directly or not. One that ends meanwhile is left out. */
export const memoryOfTree = (root: number) => processTree(root).flatMap(read)

/**
 * The resident memory of several processes in kB. Memory that several of them share is counted once. For a file, that
 * is the largest part that one process has, because the parts of the others are mostly within it.
 */
export function residentOf(processes: readonly ProcessMemory[]): number {
  const files = new Map<string, number>()
  for (const [path, size] of processes.flatMap((one) => [...one.files]))
    files.set(path, Math.max(size, files.get(path) ?? 0))
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)
  return sum(processes.map(({ withoutFiles }) => withoutFiles)) + sum([...files.values()])
}

function read(pid: number): ProcessMemory[] {
  try {
    const textOf = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8')
    const all = textOf('smaps_rollup')
    const files = new Map<string, number>()
    for (const mapping of textOf('smaps').split(/\n(?=[0-9a-f]+-[0-9a-f]+ )/)) {
      const path = /^\S+ \S+ \S+ \S+ \S+ +(\/.+)$/m.exec(mapping.split('\n', 1)[0]!)?.[1]
      if (path && !SHARED_MEMORY.test(path))
        files.set(
          path,
          (files.get(path) ?? 0) + sizeIn(mapping, 'Rss') - sizeIn(mapping, 'Anonymous'),
        )
    }
    return [
      {
        pid,
        command: textOf('cmdline').replaceAll('\0', ' ').trim(),
        resident: sizeIn(all, 'Rss'),
        proportional: sizeIn(all, 'Pss'),
        withoutFiles: sizeIn(all, 'Pss_Anon') + sizeIn(all, 'Pss_Shmem'),
        files,
      },
    ]
  } catch {
    return []
  }
}

function sizeIn(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
}

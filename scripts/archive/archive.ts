import { cp, mkdir, readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { importsOf } from '../check/layers.ts'

/** The programs in server/src that an operator starts. */
const PROGRAMS = ['main.ts', 'migrate-database.ts', 'job.ts', 'operator.ts']
/** Files and folders that the programs read at run time. */
const DATA = [
  'package.json',
  'package-lock.json',
  'LICENSE',
  'server/src/locales',
  'server/data',
  'server/schema',
  'web/dist',
]
/** The folder of the demo world. It is no part of production, and the server loads it only if it exists. */
const DEMO = 'server/demo/'

export type Archive = {
  /** Paths from the root of the repository. */
  files: string[]
  /** The packages that these files import. */
  packages: string[]
}

/**
 * The source files that a server needs: all that its programs import or start as processes of their own, and nothing
 * else. rule: process-roles
 */
export async function runtimeSources(): Promise<Archive> {
  const files = new Set<string>()
  const packages = new Set<string>()
  const waiting = PROGRAMS.map((program) => `server/src/${program}`)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    const text = await readFile(file, 'utf8')
    for (const { target, typeOnly } of importsOf(file, text)) {
      if (target.startsWith('node:') || target.startsWith(DEMO)) continue
      if (/\.(ts|json)$/.test(target)) waiting.push(target)
      else if (!typeOnly) packages.add(target)
    }
    for (const [, process = ''] of text.matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g))
      waiting.push(join(dirname(file), process))
  }
  return { files: [...files].toSorted(), packages: [...packages].toSorted() }
}

/** Copies what a server needs into a new folder. Throws when the folder has something in it. rule: process-roles */
export async function writeArchive(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new Error('The folder has to be empty.')
  const { files } = await runtimeSources()
  for (const path of [...files, ...DATA])
    await cp(path, join(folder, path), { recursive: true, filter: isNeeded })
}

/** The marks of the build are for the repository alone. */
const isNeeded = (path: string) => !path.endsWith('/.sources')

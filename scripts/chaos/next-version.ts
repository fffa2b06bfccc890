import { execFile } from 'node:child_process'
import { readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Cluster } from '../../tools/cluster/cluster.ts'
import { writeArchive } from '../archive/archive.ts'

const run = promisify(execFile)
const ASSETS = 'web/dist/client/assets'

/** `removed` and `added`: addresses of files that only the version before, and only this one, was built with. */
export type NextVersion = { folder: string; removed: string; added: string }

/** Written before it is needed. */
let prepared: NextVersion | undefined

export async function prepareNextVersion(cluster: Cluster): Promise<void> {
  prepared = await writeNextVersion(cluster)
}

/** The prepared one, or for a further deployment another one. */
export async function nextVersion(cluster: Cluster): Promise<NextVersion> {
  const next = prepared ?? (await writeNextVersion(cluster))
  prepared = undefined
  return next
}

/**
 * The next version of Lustra as an operator gets it: the archive, with one more migration, and with a file of the web
 * app that was built anew and has another name.
 */
async function writeNextVersion(cluster: Cluster): Promise<NextVersion> {
  const number = readdirSync(cluster.folder).filter((name) => name.startsWith('version')).length + 1
  const folder = join(cluster.folder, `version${number}`)
  await writeArchive(folder)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (let each = 1; each <= number; each++) {
    const migration = `alter table bookings add column chaos${each} integer;\n`
    writeFileSync(join(folder, `server/schema/${9000 + each}_chaos.sql`), migration)
  }
  const before = readdirSync(join(folder, ASSETS)).find((name) => name.endsWith('.woff2'))!
  const after = before.replace('.woff2', `-${number}.woff2`)
  renameSync(join(folder, ASSETS, before), join(folder, ASSETS, after))
  return { folder, removed: `/assets/${before}`, added: `/assets/${after}` }
}

/** `npm run migrate` of a version. */
export async function migrateTo(
  { lustraEnv }: Cluster,
  { folder }: Pick<NextVersion, 'folder'>,
): Promise<void> {
  const env = { PATH: process.env['PATH'], ...lustraEnv }
  await run(process.execPath, [join(folder, 'server/src/migrate-database.ts')], { env })
}

/** Throws unless each web process that is up answers for a file, whoever was built with it. rule: graceful-shutdown */
export async function requireFile(ports: readonly number[], path: string): Promise<void> {
  for (const port of ports) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
    if (status !== 200) throw new Error(`The process on ${port} answers ${status} for ${path}.`)
  }
}

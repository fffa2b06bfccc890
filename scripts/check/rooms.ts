import { posix } from 'node:path'

/**
 * The server's one ordered rule: a file imports from its own room and from rooms above it in this list, never from one
 * below. The server and the web are two columns that share only what stands before them.
 */
const rooms: readonly { name: string; files: RegExp }[] = [
  { name: 'the contract', files: /^contract\// },
  { name: 'the drawings', files: /^drawings\// },

  {
    name: 'the server’s floor',
    files:
      /^server\/src\/((db|http|queue|events|live|outside)\/|(config|context|startup-problem)\.ts)/,
  },
  {
    name: 'identity, locations, media',
    files: /^server\/src\/features\/(identity|locations|media)\//,
  },
  { name: 'professionals', files: /^server\/src\/features\/professionals\// },
  { name: 'billing, verification', files: /^server\/src\/features\/(billing|verification)\// },
  {
    name: 'search, bookings, reviews, messaging',
    files: /^server\/src\/features\/(search|bookings|reviews|messaging)\//,
  },
  {
    name: 'cities, dashboard, sharing, profile',
    files: /^server\/src\/features\/(cities|dashboard|sharing|profile)\//,
  },
  { name: 'notifications', files: /^server\/src\/features\/notifications\// },
  { name: 'the account', files: /^server\/src\/features\/account\// },
  { name: 'the demo world', files: /^server\/demo\/(?!fill\.ts$)/ },
  { name: 'the tools', files: /^tools\// },
  { name: 'the server', files: /^server\/src\/[^/]+$/ },
  { name: 'the demo world by hand', files: /^server\/demo\/fill\.ts$/ },
  { name: 'the server’s tests', files: /^server\/src\/test\// },

  { name: 'the web’s words', files: /^web\/src\/locales/ },
  { name: 'the web’s floor', files: /^web\/src\/(ui|app|pwa)\// },
  { name: 'the web’s features', files: /^web\/src\/features\// },
  { name: 'the views', files: /^web\/src\/views\// },
  { name: 'the web', files: /^web\/src\// },
  { name: 'what stands around the server', files: /^(e2e|bench|scripts)\// },
]

interface Import {
  target: string
  typeOnly: boolean
  lazy: boolean
}

/** One line for each import that goes the wrong way; `texts` maps every source file to its text. */
export function faultsOf(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([file, text]) =>
    importsOf(file, text).flatMap((imported) => {
      const fault = faultOf(file, imported, texts)
      return fault ? [`${file} imports ${imported.target}: ${fault}`] : []
    }),
  )
}

function faultOf(
  file: string,
  { target, typeOnly, lazy }: Import,
  texts: ReadonlyMap<string, string>,
) {
  const from = roomOf(file)
  const to = roomOf(target)
  if (from === -1) return 'this file stands in no room; name its place in scripts/check/rooms.ts'
  if (to === -1) return undefined
  if (isTest(target) && !isTest(file)) return 'only tests import what tests are made of'
  if (sideOf(file) === 'server' && sideOf(target) === 'web')
    return 'the server never imports the web'
  if (sideOf(file) === 'web' && sideOf(target) === 'server')
    return 'the web never imports the server'
  if (sideOf(file) === 'web' && !typeOnly && !lazy && needsZod(target, texts) && !isTest(file)) {
    return 'the web’s first view is free of zod: import its types, or load it lazily'
  }
  const feature = featureOf(target)
  const foreign = feature !== undefined && feature !== featureOf(file)
  if (foreign && /\.(queries|routes)\.ts$/.test(target) && !isAbove(from)) {
    return 'a feature calls another’s noun, never its queries or routes'
  }
  if (isTest(file) || isWebContents(file, lazy) || isContext(file, typeOnly)) return undefined
  if (to > from) return `${name(from)} may not know ${name(to)}`
  return undefined
}

/** The context is named where everybody stands on it; it knows what it is made of by type alone. */
function isContext(file: string, typeOnly: boolean): boolean {
  return typeOnly && file === 'server/src/context.ts'
}

/** The web's table of contents names every view, and loads each when it is asked for. */
function isWebContents(file: string, lazy: boolean): boolean {
  return lazy && file === 'web/src/router/views.ts'
}

function isAbove(room: number): boolean {
  return room >= rooms.findIndex(({ name }) => name === 'the server')
}

function needsZod(
  file: string,
  texts: ReadonlyMap<string, string>,
  seen = new Set<string>(),
): boolean {
  if (seen.has(file) || roomOf(file) !== 0) return false
  seen.add(file)
  const text = texts.get(file) ?? ''
  if (/^import (?!type ).*from 'zod'/m.test(text)) return true
  return importsOf(file, text).some(
    ({ target, typeOnly }) => !typeOnly && needsZod(target, texts, seen),
  )
}

/** What a file imports, each by its place in the checkout or its package. */
export function importsOf(file: string, text: string): Import[] {
  const found: Import[] = []
  const statement = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
  for (const [, type, specifier] of text.matchAll(statement)) {
    found.push({ target: resolve(file, specifier ?? ''), typeOnly: Boolean(type), lazy: false })
  }
  for (const [, specifier] of text.matchAll(/\bimport\(\s*'([^']+)'/g)) {
    found.push({ target: resolve(file, specifier ?? ''), typeOnly: false, lazy: true })
  }
  return found
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return specifier.replace(/^#(contract|drawings)\//, '$1/').replace(/^#(server|web)\//, '$1/src/')
}

function roomOf(file: string): number {
  return rooms.findIndex(({ files }) => files.test(file))
}

function name(room: number): string {
  return rooms[room]?.name ?? 'nowhere'
}

function sideOf(file: string): string | undefined {
  return /^(server|web)\//.exec(file)?.[1]
}

function featureOf(file: string): string | undefined {
  return /^server\/src\/features\/([^/]+)\//.exec(file)?.[1]
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('server/src/test/')
}

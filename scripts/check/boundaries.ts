import { isBuiltin } from 'node:module'
import { filesMatching, report, textOf } from './sources.ts'
import { fullFolders } from './folders.ts'
import { importFaults, importsOf } from './layers.ts'

const SOURCES = '{contract,drawings,server,tools,web,e2e,bench,scripts}'
const files = filesMatching(`${SOURCES}/**/*.{ts,tsx}`)
const texts = new Map(files.map((file) => [file, textOf(file)]))
report([
  ...importFaults(texts),
  ...unknownPackages(),
  ...fullFolders(filesMatching(`${SOURCES}/**/*.{ts,tsx,mjs,css,sql,json}`)),
])

/**
 * Imports of packages that package.json does not name: they may be installed here by chance, and be missing elsewhere.
 */
function unknownPackages(): string[] {
  const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const known = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)])
  return [...texts].flatMap(([file, text]) =>
    importsOf(file, text)
      .map(({ target }) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? '')
      .filter((name) => isPackage(name) && !known.has(name))
      .map((name) => `${file} imports ${name}, which package.json does not name`),
  )
}

function isPackage(name: string): boolean {
  return (
    !isBuiltin(name) &&
    !/^(#|node:|contract$|drawings$|server$|tools$|web$|e2e$|bench$|scripts$)/.test(name)
  )
}

// rule: none. It protects the documents: no link of theirs is dead, and the files that ARCHITECTURE.md names exist.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'scripts/**/*.md', 'bench/**/*.md'])

test('each link of a document leads to a file and a heading that exist', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(50)
  const broken = DOCUMENTS.flatMap((page) =>
    [
      ...readFileSync(page, 'utf8').matchAll(
        /\]\((?!https?:|mailto:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g,
      ),
    ]
      .filter(([, file = '', anchor]) => {
        const target = file ? join(dirname(page), file) : page
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor))
      })
      .map(([link]) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('each file that ARCHITECTURE.md names by its path exists', () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8')
  const paths = [...text.matchAll(/`((?:contract|docs|scripts|server|web)\/[\w./-]+\.tsx?)`/g)]
  expect(paths.length).toBeGreaterThan(80)
  expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([])
})

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(file: string): Set<string> {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
}

import { filesMatching, textOf } from './check/sources.ts'
import { inDocumentOrder, statementsOf } from './conformance/statements.ts'

const DOCUMENTS = { C: 'The client side', P: 'The professional side' }

const files = filesMatching('e2e/**/*.ts', '**/*.test.{ts,tsx}')
const statements = inDocumentOrder(files.flatMap((file) => statementsOf(file, textOf(file))))

for (const [section, proved] of Map.groupBy(
  statements,
  ({ document, section }) => `${DOCUMENTS[document]}, ${section}`,
)) {
  console.log(`\n${section}`)
  for (const { text, file, line } of proved) console.log(`  ${text}  (${file}:${line})`)
}
console.log(`\n${statements.length} statements of the specification are proved by a test.`)

import { dependentDocstringsOf } from './docstrings.ts'
import { filesMatching, report, textOf } from './sources.ts'

/**
 * Texts that must not be committed: addresses of a package mirror, folders of one machine, conflict marks, and words
 * that only we would understand. STYLE.md names them.
 */
const forbidden: readonly { description: string; files: RegExp; text: RegExp }[] = [
  { description: 'a resolved address', files: /^package-lock\.json$/, text: /"resolved":/ },
  {
    description: 'a folder of one machine',
    files: /./,
    text: /(?<![\w.])\/(work|home|Users)\/\w+/,
  },
  { description: 'a conflict mark', files: /./, text: /^(<{7}|>{7}) /m },
  {
    description: 'a private word (STYLE.md: "Plain technical English")',
    // The demo's people and the screens speak everyday English.
    files: /^(?!server\/demo\/|web\/src\/locales\/|STYLE\.md$|scripts\/check\/).*\.(tsx?|md|sql)$/,
    text: /\b(deeds?|nudge[sd]?|nudging|hers|rhythms?|go-on)\b/i,
  },
  {
    description: 'SQL that no migration applies: it belongs to server/schema',
    files: /^(?!server\/schema\/|server\/src\/test\/).*\.sql$/,
    text: /./,
  },
]

const files = filesMatching('**/*.{ts,tsx,mjs,json,md,css,html,sql,yml}')
report([
  ...files.flatMap((file) =>
    forbidden
      .filter(({ files, text }) => files.test(file) && text.test(textOf(file)))
      .map(({ description }) => `${file} contains ${description}`),
  ),
  ...filesMatching('**/*.{ts,tsx}').flatMap((file) => dependentDocstringsOf(file, textOf(file))),
])

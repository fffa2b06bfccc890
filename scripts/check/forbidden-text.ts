import { filesMatching, report, textOf } from './sources.ts'

/** Texts that must not be committed: addresses of a package mirror, folders of one machine, conflict marks. */
const forbidden: readonly { description: string; files: RegExp; text: RegExp }[] = [
  { description: 'a resolved address', files: /^package-lock\.json$/, text: /"resolved":/ },
  {
    description: 'a folder of one machine',
    files: /./,
    text: /(?<![\w.])\/(work|home|Users)\/\w+/,
  },
  { description: 'a conflict mark', files: /./, text: /^(<{7}|>{7}) /m },
]

const files = filesMatching('**/*.{ts,tsx,mjs,json,md,css,html,sql,yml}')
report(
  files.flatMap((file) =>
    forbidden
      .filter(({ files, text }) => files.test(file) && text.test(textOf(file)))
      .map(({ description }) => `${file} contains ${description}`),
  ),
)

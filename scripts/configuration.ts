import { readFileSync, writeFileSync } from 'node:fs'
import { SETTINGS_BY_HEADING } from '#server/settings/declarations.ts'
import type { Declaration } from '#server/settings/declarations.ts'

// Writes docs/configuration.md from the declarations of the settings. With --verify it only checks whether the page
// is current.

const PAGE = 'docs/configuration.md'
const INTRODUCTION = `# Configuration

Environment variables, read once at start. A wrong value stops the start with one line that names the variable. \`npm run configuration\` writes this
page from [the declarations](../server/src/settings/declarations.ts) of the settings.

A setting with the mark 🔒 is or holds a secret. \`NAME_FILE\` may name a file with the secret \`NAME\`, from a vault or a supervisor
([settings](rules/operations.md#settings)).
`

const sections = Object.entries(SETTINGS_BY_HEADING).map(
  ([heading, settings]) =>
    `## ${heading}\n\n| setting | default | |\n|---|---|---|\n${Object.entries(settings).map(rowOf).join('')}`,
)
const page = [INTRODUCTION, ...sections].join('\n')

if (!process.argv.includes('--verify')) writeFileSync(PAGE, page)
else if (readFileSync(PAGE, 'utf8') !== page) {
  process.stdout.write(`${PAGE} is stale: npm run configuration\n`)
  process.exitCode = 1
}

function rowOf([name, declared]: [string, Declaration]): string {
  const mark = declared.secret ? ' 🔒' : ''
  return `| \`${name}\`${mark} | ${defaultOf(declared)} | ${declared.says}${limitsOf(declared)} |\n`
}

function defaultOf({ default: value, defaultWith = {}, without, unit }: Declaration): string {
  if (value === undefined) return without ?? ''
  const others = Object.entries(defaultWith).map(
    ([given, other]) => `; with \`${given}\` \`${other}\``,
  )
  return [`\`${value}\``, unit].filter(Boolean).join(' ') + others.join('')
}

function limitsOf({ values, range, unit }: Declaration): string {
  if (range)
    return ` From ${range[0].toLocaleString('en')} to ${range[1].toLocaleString('en')}${unit ? ` ${unit}` : ''}.`
  return values && values.length > 1
    ? ` One of ${values.map((value) => `\`${value}\``).join(', ')}.`
    : ''
}

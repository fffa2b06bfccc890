import { SETTINGS } from './declarations.ts'
import type { Declaration, Env, SettingName } from './declarations.ts'
import { StartupProblem } from './startup-problem.ts'

type Declared<Fact> = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends Fact ? Name : never
}[SettingName]
type ChoiceName = Declared<{ values: readonly string[]; default: string }>

/** The text of a setting, or its declared default. Without either it is empty. */
export function textOf(env: Env, name: SettingName): string {
  const declared: Declaration = SETTINGS[name]
  const other = Object.entries(declared.defaultWith ?? {}).find(([given]) => isGiven(env, given))
  return env[name] || other?.[1] || declared.default || ''
}

/** Whether `MAIL_URL` is set, or `NODE_ENV=production` holds. */
function isGiven(env: Env, given: string): boolean {
  const [name = '', value] = given.split('=')
  const text = env[name as SettingName]
  return value === undefined ? Boolean(text) : text === value
}

/** A whole number within its declared range. Throws StartupProblem. */
export function wholeNumber(
  env: Env,
  name: Declared<{ range: readonly [number, number] }>,
): number {
  const [min, max] = SETTINGS[name].range
  const text = textOf(env, name)
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (value >= min && value <= max) return value
  throw new StartupProblem(`${name} has to be a whole number from ${min} to ${max}.`)
}

/** One of the declared values. Throws StartupProblem. */
export function choiceOf<Name extends ChoiceName>(
  env: Env,
  name: Name,
): (typeof SETTINGS)[Name]['values'][number] {
  const values: readonly (typeof SETTINGS)[Name]['values'][number][] = SETTINGS[name].values
  const text = textOf(env, name)
  const value = values.find((one) => one === text)
  if (value !== undefined) return value
  throw new StartupProblem(`${name} has to be ${inWords(values)}.`)
}

/** Refuses another value than the declared ones, where unset means something too. Throws StartupProblem. */
export function requireChoice(env: Env, name: Declared<{ values: readonly string[] }>): void {
  const values: readonly string[] = SETTINGS[name].values
  const text = env[name]
  if (!text || values.includes(text)) return
  throw new StartupProblem(`${name} has to be ${inWords(values)}, or empty.`)
}

function inWords(values: readonly string[]): string {
  const last = values.at(-1)
  return values.length === 1 ? `${last}` : `${values.slice(0, -1).join(', ')} or ${last}`
}

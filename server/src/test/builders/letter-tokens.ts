import PostalMime from 'postal-mime'
import { tokenIn } from '#contract/account/letter-link.ts'
import type { TestServer } from '../server.ts'

/** The token of the newest letter's link to a screen, such as 'not-me'. */
export async function tokenOfNewestLetter(server: TestServer, screen: string): Promise<string> {
  const { text = '' } = await PostalMime.parse((await server.letters()).at(-1)!)
  return tokenOfLink(text, screen)
}

/** The token of a letter's first link to a screen. rule: secret-addresses */
export function tokenOfLink(text: string, screen: string): string {
  const [link] = linksTo(text, screen)
  const token = link && tokenIn(link.hash)
  if (!token) throw new Error(`The letter has no link to ${screen} with a token.`)
  return token
}

/** The addresses of a letter's links to a screen. */
export function linksTo(text: string, screen: string): URL[] {
  return [...text.matchAll(/https?:\/\/\S+/g)]
    .map(([address]) => new URL(address))
    .filter(({ pathname }) => pathname === `/${screen}`)
}

/** The tokens in the addresses of a letter's links to a visit. rule: answer-link */
export function visitTokens(text: string): string[] {
  return [...text.matchAll(/\/visit\/([\w-]+)/g)].map(([, token]) => token!)
}

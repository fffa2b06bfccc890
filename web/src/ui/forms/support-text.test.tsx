// rule: contact-page
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/product.ts'
import { loadTranslations } from '#web/i18n/translations.ts'

test.each(LANGUAGES)(
  'each sentence that names support in English has the words of the link in %s',
  async (language) => {
    const [english, sentences] = await Promise.all([
      loadTranslations('en'),
      loadTranslations(language),
    ])
    const words = sentences.support.phrase
    const naming = sentencesOf(english).filter(
      ([key, text]) => key !== 'support.phrase' && text.includes('contact support'),
    )
    expect(naming.map(([key]) => key).toSorted()).toEqual([
      'billing.return.failed',
      'errors.account_not_found',
      'errors.ssn_verified',
      'profile.verification.fixed',
    ])
    const translated = new Map(sentencesOf(sentences))
    for (const [key] of naming) expect(translated.get(key)?.split(words)).toHaveLength(2)
  },
)

function sentencesOf(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string'
      ? [[path + name, value]]
      : sentencesOf(value as object, `${path}${name}.`),
  )
}

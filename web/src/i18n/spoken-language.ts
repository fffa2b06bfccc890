import type { SpokenLanguage } from '#contract/people/spoken-languages.ts'
import type { Language } from '#contract/product.ts'

/** The name of a language in the reader's, as it stands within a sentence: 'Spanish', 'espanhol'. */
export function spokenLanguage(reader: Language, spoken: SpokenLanguage): string {
  return new Intl.DisplayNames(reader, { type: 'language' }).of(spoken) ?? spoken
}

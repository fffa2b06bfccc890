import { intl, LOCALES, withPlainSpaces } from '#contract/formats.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** Date with its year, and time: what operators read can be years old. Without a zone: that of the browser. */
export function useMoment(): (at: string, zone?: string) => string {
  const { i18n } = useTranslation('console')
  return (at, zone = browserTimeZone()) =>
    withPlainSpaces(
      intl(Intl.DateTimeFormat, LOCALES[i18n.language], {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: zone,
      }).format(new Date(at)),
    )
}

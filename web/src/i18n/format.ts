import { useMemo } from 'react'
import { formats } from '#contract/formats.ts'
import { useTranslation } from './use-translation.ts'

/** Formats of money, numbers and times in the current language. */
export function useFormat() {
  const { i18n } = useTranslation()
  return useMemo(() => formats(i18n.language), [i18n.language])
}

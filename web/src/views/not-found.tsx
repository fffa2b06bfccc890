import { useTranslation } from 'react-i18next'
import { defineView } from '../app/view.ts'
import { ButtonLink } from '../ui/button.tsx'

export default defineView({
  head: ({ t }) => ({ title: t('app:not_found.title'), hidden: true }),
  Component: NotFound,
})

function NotFound() {
  const { t } = useTranslation('app')
  return (
    <section className="page grid grow place-content-center justify-items-center gap-4 text-center">
      <h1 className="text-2xl">{t('not_found.title')}</h1>
      <p className="text-soft">{t('not_found.help')}</p>
      <ButtonLink href="/">{t('not_found.home')}</ButtonLink>
    </section>
  )
}

import { useTranslation } from '#web/i18n/use-translation.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { SiteLinks } from './site-links.tsx'

/** The footer of a visitor, with the choice of language. rule: language-choice, help-and-legal-pages */
export function Footer() {
  const { t } = useTranslation('app')
  return (
    <footer className="border-t border-line print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-6 gap-y-3 px-4 py-5 md:px-8 md:py-8">
        <Logo />
        <span className="grow" />
        <LanguageChoice />
        <p className="w-full text-sm text-soft">{t('footer.about', { product: PRODUCT_NAME })}</p>
        <SiteLinks />
      </div>
    </footer>
  )
}

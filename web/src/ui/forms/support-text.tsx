import { Link } from '../link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** A sentence whose words 'contact support' lead to the contact page. rule: contact-page */
export function SupportText({ children }: { children: string }) {
  const { t } = useTranslation('support')
  const words = t('phrase')
  const [before = '', after] = children.split(words)
  if (after === undefined) return children
  return (
    <>
      {before}
      <Link href="/contact" className="underline underline-offset-4 hover:decoration-2">
        {words}
      </Link>
      {after}
    </>
  )
}

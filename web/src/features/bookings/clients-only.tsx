import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation, useSearch } from 'wouter'
import { withNext } from '#web/session/next-path.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Replaces the booking dialog for professionals and visitors. rule: booking-roles */
export function ClientsOnly({ isVisitor, onClose }: { isVisitor: boolean; onClose: () => void }) {
  const { t } = useTranslation(['bookings', 'errors'])
  const [path] = useLocation()
  const search = useSearch()
  const currentAddress = search ? `${path}?${search}` : path
  const actions = isVisitor ? (
    <>
      <ButtonLink href={withNext('/login', currentAddress)}>{t('clients_only.login')}</ButtonLink>
      <ButtonLink href={withNext('/register', currentAddress)} look="quiet">
        {t('clients_only.sign_up')}
      </ButtonLink>
    </>
  ) : (
    <Button onClick={onClose}>{t('clients_only.back')}</Button>
  )
  return (
    <Dialog
      title={t('book.title')}
      onClose={onClose}
      footer={<div className="flex flex-wrap gap-3">{actions}</div>}
    >
      <p role="alert" className="font-medium">
        {t('errors:clients_only_book')}
      </p>
      {!isVisitor && <p className="mt-2 text-soft">{t('clients_only.professional')}</p>}
    </Dialog>
  )
}

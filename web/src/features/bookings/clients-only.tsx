import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation, useSearch } from 'wouter'
import { withNext } from '#web/session/next-path.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Client spec 5, 6: professionals and visitors do not book; a visitor may become a client and lands back here. */
export function ClientsOnly({ visitor, onClose }: { visitor: boolean; onClose: () => void }) {
  const { t } = useTranslation(['bookings', 'errors'])
  const [path] = useLocation()
  const search = useSearch()
  const here = search ? `${path}?${search}` : path
  const actions = visitor ? (
    <>
      <ButtonLink href={withNext('/login', here)}>{t('clients_only.login')}</ButtonLink>
      <ButtonLink href={withNext('/register', here)} look="quiet">
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
      {!visitor && <p className="mt-2 text-soft">{t('clients_only.professional')}</p>}
    </Dialog>
  )
}

import { useState } from 'react'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { homeDraft } from './home-draft.ts'
import { useDeleteHome } from './homes.api.ts'

type DeleteHomeProps = { clientId: string; id: string; onDeleted: () => void }

/** Deletes a home after a question, and what was typed into its form. rule: homes */
export function DeleteHome({ clientId, id, onDeleted }: DeleteHomeProps) {
  const { t } = useTranslation('homes')
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending } = useDeleteHome(() => {
    homeDraft(clientId, id).clear()
    toast.success(t('delete.done'))
    onDeleted()
  })
  const failure = useFailureToast()
  const refusalText = useRefusalText()
  return (
    <>
      <Button look="danger" className="max-sm:w-full sm:self-start" onClick={() => setIsOpen(true)}>
        {t('delete.open')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('delete.title')}
          submit={t('delete.confirm')}
          look="danger"
          busy={isPending}
          back={t('delete.back')}
          onClose={() => setIsOpen(false)}
          onSubmit={() => mutate(id, { onError: (error) => failure.show(refusalText(error)) })}
        >
          <p>{t('delete.text')}</p>
        </FormDialog>
      )}
    </>
  )
}

import { INSURER_LENGTH_MAX } from '#contract/trust/verification-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { DocumentsDialog } from './documents-dialog.tsx'
import { useDocuments } from './use-documents.ts'
import type { DocumentErrors } from './use-documents.ts'

type InsuranceDialogProps = { professionalId: string; onClose: () => void }

const NOTHING = {}

/** A certificate of insurance. rule: document-checks */
export default function InsuranceDialog({ professionalId, onClose }: InsuranceDialogProps) {
  const { t } = useTranslation(['credentials', 'errors'])
  const check = (fields: Record<string, string>, pages: readonly File[]) => {
    const errors: DocumentErrors = {}
    if (!fields['insurer']?.trim()) errors['insurer'] = t('insurance.insurer_missing')
    if (!/^[1-9]\d{0,8}$/.test(fields['amount_dollars'] ?? ''))
      errors['amount_dollars'] = t('insurance.amount_missing')
    if (!fields['expires_on']) errors['expires'] = t('insurance.expires_missing')
    if (pages.length === 0) errors['pages'] = t('errors:document_required')
    return errors
  }
  const documents = useDocuments({
    professionalId,
    kind: 'insurance',
    constants: NOTHING,
    check,
    onClose,
  })
  const { fields, errors, set } = documents
  const props = (name: string) => ({
    name,
    value: fields[name] ?? '',
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  })
  return (
    <DocumentsDialog kind="insurance" documents={documents} onClose={onClose}>
      <TextField
        {...props('insurer')}
        label={t('insurance.insurer')}
        maxLength={INSURER_LENGTH_MAX}
      />
      <TextField
        {...props('amount_dollars')}
        label={t('insurance.amount')}
        help={t('insurance.amount_help')}
        inputMode="numeric"
        className="sm:max-w-72"
      />
      <TextField
        {...props('expires_on')}
        error={errors['expires']}
        label={t('insurance.expires')}
        type="date"
        className="sm:max-w-72"
      />
    </DocumentsDialog>
  )
}

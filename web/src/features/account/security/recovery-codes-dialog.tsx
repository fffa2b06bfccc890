import { useState } from 'react'
import { PRODUCT_NAME } from '#contract/product.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CheckIcon } from '#web/ui/pictures/icons.tsx'
import { saveFile } from '#web/ui/pictures/save-file.ts'
import { toast } from '#web/ui/states/toast-store.ts'

const FILE_NAME = 'lustra-recovery-codes.txt'

type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void }

/** Shows new recovery codes, this one time, with buttons to copy and to download them. rule: recovery-codes */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation(['security', 'fields'])
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied(true)
    } catch {
      toast.problem(t('codes.copy_failed'))
    }
  }
  const download = () =>
    saveFile(FILE_NAME, `${PRODUCT_NAME}\n\n${codes.join('\n')}\n`, 'text/plain')
  return (
    <Dialog
      title={t('codes.new_title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('codes.saved')}</Button>}
    >
      <div className="flex flex-col gap-5">
        <p>{t('codes.once')}</p>
        <ol className="grid gap-x-6 gap-y-2 font-mono text-sm sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" onClick={() => void copy()}>
            {isCopied && <CheckIcon />}
            {t(isCopied ? 'fields:copy.copied' : 'fields:copy.copy')}
          </Button>
          <Button look="quiet" onClick={download}>
            {t('codes.download')}
          </Button>
          <span className="sr-only" role="status">
            {isCopied && t('fields:copy.copied')}
          </span>
        </div>
      </div>
    </Dialog>
  )
}

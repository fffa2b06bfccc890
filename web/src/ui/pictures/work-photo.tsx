import { pictureFile } from '#contract/pictures.ts'
import { Picture } from './picture.tsx'

type WorkPhotoProps = {
  url: string
  alt: string
  caption?: string | undefined
  onOpen?: () => void
}

/** A photo of a visit or a home in its frame; a press opens it in full. */
export function WorkPhoto({ url, alt, caption, onOpen }: WorkPhotoProps) {
  const picture = (
    <span className="pane relative block aspect-4/3 overflow-hidden rounded-md">
      <Picture
        src={pictureFile(url, 640)}
        alt={alt}
        width={240}
        height={180}
        className="size-full"
      />
    </span>
  )
  return (
    <span className="flex min-w-0 flex-col gap-1">
      {onOpen ? (
        <button type="button" onClick={onOpen}>
          {picture}
        </button>
      ) : (
        picture
      )}
      {caption && (
        <span aria-hidden="true" className="text-sm text-soft">
          {caption}
        </span>
      )}
    </span>
  )
}

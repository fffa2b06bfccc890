import { useLayoutEffect, useRef } from 'react'

type LocalPictureProps = { picture: Blob; alt: string; className: string }

/** A picture that the server does not have yet. Its object URL is revoked on unmount. */
export function LocalPicture({ picture, alt, className }: LocalPictureProps) {
  const image = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    if (!image.current) return
    const url = URL.createObjectURL(picture)
    image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [picture])
  return <img ref={image} alt={alt} className={className} />
}

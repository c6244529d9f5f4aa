/** Whether what a media type names is one JSON text: `application/json`, or of a kind of its own as `application/problem+json`. */
export const isJson = (mediaType: string): boolean => /[/+]json\s*(?:;|$)/i.test(mediaType)

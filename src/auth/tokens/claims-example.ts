/** A value of `CLAIMS`, as messages and documentation show it. */
export const CLAIMS_EXAMPLE =
  '{"endpoints": "app_metadata.endpoints", "pins": {"project": "app_metadata.project_ref"}}';

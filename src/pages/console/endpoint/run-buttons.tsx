/** Properties of `RunButtons`. */
export interface RunButtonsProps {
  readonly isRunning: boolean;
  readonly onAbort: () => void;
}

const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘↵' : 'Ctrl ↵';

/** Runs the form that it is in, and aborts a run. */
export function RunButtons({ isRunning, onAbort }: RunButtonsProps) {
  return (
    <>
      <button type="submit" className="primary">
        Run <kbd>{KEYS}</kbd>
      </button>
      <button type="button" disabled={!isRunning} onClick={onAbort}>
        Abort
      </button>
    </>
  );
}

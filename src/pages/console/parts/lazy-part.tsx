import { type ComponentType, lazy, Suspense } from 'react';

/** A component that is loaded when it is first displayed. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <Suspense fallback={<p className="empty">Loading …</p>}>
      <Loaded {...props} />
    </Suspense>
  );
}

import { testGoldens } from './goldens.ts';

testGoldens('rounding');

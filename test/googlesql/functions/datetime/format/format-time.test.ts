import { testGoldens } from '../../goldens.ts';

testGoldens('format-time');

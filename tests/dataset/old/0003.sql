BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE corrections (
	garden_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	at VARCHAR(27) NOT NULL, 
	"by" TEXT, 
	total INTEGER, 
	data TEXT NOT NULL, 
	PRIMARY KEY (garden_id, seq), 
	FOREIGN KEY(garden_id) REFERENCES gardens (id) ON DELETE CASCADE
);
INSERT INTO "corrections" VALUES('cd09afb212bd3252737e6e82dba68e27',0,'2026-11-18T17:36:48.521495Z',NULL,18,'{"decorations":[{"cells":[[6,4]],"kind":"belvedere","levels":[1]},{"cells":[[7,1],[7,3]],"kind":"bridge","levels":[1,1]},{"cells":[[4,4],[4,3]],"kind":"stairs","levels":[2,1]},{"cells":[[6,1]],"kind":"statue","levels":[1]},{"cells":[[4,1]],"kind":"statue","levels":[2]}],"game":"babylon","tiles":[{"col":2,"flower":"blue","level":1,"row":0,"symbols":[null,"fountain",null,"stairs"]},{"col":6,"flower":"pink","level":1,"row":0,"symbols":["stairs","fountain","bridge","statue"]},{"col":2,"flower":"pink","level":1,"row":2,"symbols":[null,"stairs",null,"statue"]},{"col":0,"flower":"white","level":1,"row":3,"symbols":[null,"fountain",null,"bridge"]},{"col":4,"flower":"yellow","level":1,"row":3,"symbols":["stairs",null,"bridge","statue"]},{"col":6,"flower":"pink","level":1,"row":3,"symbols":["fountain","bridge",null,"statue"]},{"col":4,"flower":"pink","level":1,"row":6,"symbols":[null,"stairs","fountain","statue"]},{"col":3,"flower":"yellow","level":2,"row":0,"symbols":["stairs","bridge","statue","fountain"]},{"col":1,"flower":"yellow","level":2,"row":2,"symbols":["statue","stairs","fountain",null]},{"col":1,"flower":"white","level":2,"row":4,"symbols":[null,"stairs",null,"statue"]},{"col":4,"flower":"pink","level":2,"row":4,"symbols":["stairs",null,"fountain","bridge"]},{"col":2,"flower":"yellow","level":2,"row":6,"symbols":["stairs","fountain","bridge","statue"]}]}');
CREATE TABLE drawn (
	id VARCHAR(32) NOT NULL, 
	added_at VARCHAR(27) NOT NULL, 
	game TEXT, 
	player TEXT, 
	edition VARCHAR(8) NOT NULL, 
	sheet TEXT, 
	total INTEGER, 
	data TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "drawn" VALUES('9004a204bf33f80008f060368f639af3','2026-11-19T06:05:42.916520Z','old',NULL,'en',NULL,18,'{"decorations":[{"cells":[[6,4]],"kind":"belvedere","levels":[1]},{"cells":[[7,1],[7,3]],"kind":"bridge","levels":[1,1]},{"cells":[[4,4],[4,3]],"kind":"stairs","levels":[2,1]},{"cells":[[6,1]],"kind":"statue","levels":[1]},{"cells":[[4,1]],"kind":"statue","levels":[2]}],"game":"babylon","tiles":[{"col":2,"flower":"blue","level":1,"row":0,"symbols":[null,"fountain",null,"stairs"]},{"col":6,"flower":"pink","level":1,"row":0,"symbols":["stairs","fountain","bridge","statue"]},{"col":2,"flower":"pink","level":1,"row":2,"symbols":[null,"stairs",null,"statue"]},{"col":0,"flower":"white","level":1,"row":3,"symbols":[null,"fountain",null,"bridge"]},{"col":4,"flower":"yellow","level":1,"row":3,"symbols":["stairs",null,"bridge","statue"]},{"col":6,"flower":"pink","level":1,"row":3,"symbols":["fountain","bridge",null,"statue"]},{"col":4,"flower":"pink","level":1,"row":6,"symbols":[null,"stairs","fountain","statue"]},{"col":3,"flower":"yellow","level":2,"row":0,"symbols":["stairs","bridge","statue","fountain"]},{"col":1,"flower":"yellow","level":2,"row":2,"symbols":["statue","stairs","fountain",null]},{"col":1,"flower":"white","level":2,"row":4,"symbols":[null,"stairs",null,"statue"]},{"col":4,"flower":"pink","level":2,"row":4,"symbols":["stairs",null,"fountain","bridge"]},{"col":2,"flower":"yellow","level":2,"row":6,"symbols":["stairs","fountain","bridge","statue"]}]}');
CREATE TABLE gardens (
	id VARCHAR(32) NOT NULL, 
	game TEXT, 
	player TEXT, 
	edition VARCHAR(8) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "gardens" VALUES('cd09afb212bd3252737e6e82dba68e27','old','Eva','en');
CREATE TABLE photos (
	sha256 VARCHAR(64) NOT NULL, 
	phash VARCHAR(16) NOT NULL, 
	width INTEGER NOT NULL, 
	height INTEGER NOT NULL, 
	size_bytes INTEGER NOT NULL, 
	PRIMARY KEY (sha256)
);
INSERT INTO "photos" VALUES('9766a270272429df7f4c7228969ee55d264375408f0cc4396d53d85a6a491f38','a1d6a939ec0c16f3',480,360,13327);
CREATE TABLE records (
	id VARCHAR(32) NOT NULL, 
	photo_sha256 VARCHAR(64) NOT NULL, 
	garden_id VARCHAR(32) NOT NULL, 
	source_sha256 VARCHAR(64) NOT NULL, 
	added_at VARCHAR(27) NOT NULL, 
	consent BOOLEAN NOT NULL, 
	licence TEXT, 
	sheet TEXT, 
	board_px TEXT, 
	crop TEXT, note TEXT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(photo_sha256) REFERENCES photos (sha256), 
	FOREIGN KEY(garden_id) REFERENCES gardens (id)
);
INSERT INTO "records" VALUES('c09a1c414082f349fc90e27e1363657c','9766a270272429df7f4c7228969ee55d264375408f0cc4396d53d85a6a491f38','cd09afb212bd3252737e6e82dba68e27','9766a270272429df7f4c7228969ee55d264375408f0cc4396d53d85a6a491f38','2026-11-18T17:36:48.521495Z',1,NULL,NULL,'[[150.0,100.0],[330.0,102.0],[350.0,240.0],[130.0,238.0]]','{"left":0.0,"scale":1.0,"top":0.0}',NULL);
CREATE TABLE removals (
	photo_sha256 VARCHAR(64) NOT NULL, 
	PRIMARY KEY (photo_sha256)
);
CREATE TABLE scans (
	record_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	at VARCHAR(27) NOT NULL, 
	model VARCHAR(64) NOT NULL, 
	probability FLOAT, 
	total INTEGER, 
	data TEXT NOT NULL, 
	PRIMARY KEY (record_id, seq), 
	FOREIGN KEY(record_id) REFERENCES records (id) ON DELETE CASCADE
);
INSERT INTO "scans" VALUES('c09a1c414082f349fc90e27e1363657c',0,'2026-11-18T17:36:48.521495Z','03fee227cf48',0.9,18,'{"format":"semiramis.scan/1","gardens":[{"board":{"corners_px":[[150.0,100.0],[330.0,102.0],[350.0,240.0],[130.0,238.0]]},"garden":{"decorations":[{"cells":[[6,4]],"kind":"belvedere","levels":[1]},{"cells":[[7,1],[7,3]],"kind":"bridge","levels":[1,1]},{"cells":[[4,4],[4,3]],"kind":"stairs","levels":[2,1]},{"cells":[[6,1]],"kind":"statue","levels":[1]},{"cells":[[4,1]],"kind":"statue","levels":[2]}],"game":"babylon","tiles":[{"col":2,"flower":"blue","level":1,"row":0,"symbols":[null,"fountain",null,"stairs"]},{"col":6,"flower":"pink","level":1,"row":0,"symbols":["stairs","fountain","bridge","statue"]},{"col":2,"flower":"pink","level":1,"row":2,"symbols":[null,"stairs",null,"statue"]},{"col":0,"flower":"white","level":1,"row":3,"symbols":[null,"fountain",null,"bridge"]},{"col":4,"flower":"yellow","level":1,"row":3,"symbols":["stairs",null,"bridge","statue"]},{"col":6,"flower":"pink","level":1,"row":3,"symbols":["fountain","bridge",null,"statue"]},{"col":4,"flower":"pink","level":1,"row":6,"symbols":[null,"stairs","fountain","statue"]},{"col":3,"flower":"yellow","level":2,"row":0,"symbols":["stairs","bridge","statue","fountain"]},{"col":1,"flower":"yellow","level":2,"row":2,"symbols":["statue","stairs","fountain",null]},{"col":1,"flower":"white","level":2,"row":4,"symbols":[null,"stairs",null,"statue"]},{"col":4,"flower":"pink","level":2,"row":4,"symbols":["stairs",null,"fountain","bridge"]},{"col":2,"flower":"yellow","level":2,"row":6,"symbols":["stairs","fountain","bridge","statue"]}]},"probability":0.9,"score":{"total":18}}],"models":{"board":"aaaa","evidence":"cccc","holes":"bbbb"}}');
CREATE INDEX ix_photos_phash ON photos (phash);
CREATE INDEX ix_gardens_game_player ON gardens (game, player);
CREATE INDEX ix_records_garden_id ON records (garden_id);
CREATE INDEX ix_records_added_at ON records (added_at);
CREATE INDEX ix_records_photo_sha256 ON records (photo_sha256);
CREATE INDEX ix_records_source_sha256 ON records (source_sha256);
CREATE INDEX ix_scans_model ON scans (model);
CREATE INDEX ix_scans_probability ON scans (probability);
CREATE INDEX ix_drawn_added_at ON drawn (added_at);
COMMIT;
